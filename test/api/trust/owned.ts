import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { storeSubscriber } from './news-world.ts'
import { putTermsAs, storeRequest } from './request-world.ts'
import { newHash, newSlug, putArtifactAs, putSlugAs, sendLargeAs } from './trust-world.ts'

const visitor = `A visitor who is not yours ${randomUUID()}`
const name = `An artifact that is not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: {
    '/api/trust/slugs/{slug}': async ({ person, org }) => {
      const slug = newSlug()
      await putSlugAs(person, slug, newHash())
      return { slug, id: await storeSubscriber({ org, slug }, `${visitor}@people.example`) }
    },
    '/api/trust/bundle/{hash}': async ({ person }) => {
      const hash = newHash()
      const slug = newSlug()
      await putArtifactAs(person, hash, slug, { name })
      const { headers } = await sendLargeAs(person, hash, slug, { name })
      return { hash, slug, id: headers.get('location')?.split('/').at(-1) ?? '' }
    },
    '/api/trust/requests/{id}': async ({ org }) => {
      // Stored as a row, so that no test waits for an email.
      const id = await storeRequest(org, visitor)
      return { id }
    },
    '/api/trust/terms/{sha256}': async ({ person }) => {
      const { body } = await putTermsAs(person, { text: `Terms of ${visitor}` })
      return { sha256: body.sha256 }
    },
  },
  absent: {
    '/api/trust/requests/{id}': { id: randomUUID() },
    '/api/trust/terms/{sha256}': { sha256: newHash() },
    '/api/trust/slugs/{slug}': { slug: newSlug(), id: newHash().slice(0, 32) },
    '/api/trust/bundle/{hash}': { hash: newHash(), slug: newSlug(), id: randomUUID() },
  },
  publicOperations: {
    readTrustPage: 'a trust page is for everybody, and a slug that nobody has is answered like any',
    readTrustPageAt: 'an earlier trust page is for everybody',
    readTrustArtifact: 'documents of a trust page are for everybody, unless they are on request',
    readTrustArtifactAt: 'documents of an earlier trust page are for everybody, unless they are on request',
    readTrustAnswers: 'answers of a trust page are for everybody',
    readTrustAnswersCsv: 'answers of a trust page are for everybody',
    readTrustOscal: 'the claims of a trust page are for everybody',
    readTrustSecurityTxt: 'a security contact is for everybody',
    readTrustWellKnownSecurityTxt: 'a security contact is for everybody',
    readTrustProgram: 'the program of trust pages is for everybody',
    showTrustRequestForm: 'the page is public, and says of an artifact on request that it is there',
    sendTrustRequestForm: 'the page is public; what is sent is of its organization',
    showTrustProof: 'whoever has the token has the mail that it was in',
    proveTrustMail: 'whoever has the token has the mail that it was in',
    showTrustGrant: 'whoever has the token was granted the artifact',
    downloadTrustArtifact: 'whoever has the token was granted the artifact',
    showTrustSubscribe: 'the page is public; what is sent is of its organization',
    subscribeToTrustPage: 'the page is public; what is sent is of its organization',
    showTrustConfirmation: 'whoever has the token has the mail that it was in',
    confirmTrustSubscription: 'whoever has the token has the mail that it was in',
    showTrustUnsubscribe: 'whoever has the token has the mail that it was in',
    unsubscribeFromTrustPage: 'whoever has the token has the mail that it was in',
  },
  acceptsAbsentIds: { listTrustArtifacts: 'a bundle of another is answered like an empty one (spec platform-api 4.6)' },
  distinguishesForeignIds: {
    deleteTrustSlug: 'slugs are one public name space: one of another is 403 (spec platform-api 4.6)',
    putTrustArtifact: 'a hash of another is 409 cross_tenant_conflict (spec platform-api 4.6)',
    openTrustUpload: 'a hash of another is 409 cross_tenant_conflict (spec platform-api 4.6)',
    putLargeTrustArtifact: 'a hash of another is 409 cross_tenant_conflict (spec platform-api 4.6)',
    deleteTrustArtifact: 'an artifact of another is 403 cross_tenant_forbidden (spec platform-api 4.6)',
  },
  notInAnswers: { '/api/trust/bundle/{hash} id': 'of what was sent: the redirect to its commit alone has it' },
  texts: async () => ({ name, visitor }),
  byValue: {
    'listTrustSlugHistory cursor': 'a place in the history of the caller, whose partition it does not name',
    'listTrustRequests cursor': 'a place in the list of the caller, whose partition it does not name',
    'listTrustReaders cursor': 'a place in the list of the caller, whose partition it does not name',
    'listTrustSubscribers cursor': 'a place in the list of the caller, whose partition it does not name',
  },
}
