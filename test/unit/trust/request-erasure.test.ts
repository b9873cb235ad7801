import { eraseAccount } from '@signet/erasure'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from '../../../lambdas/trust/contract/rows.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { filesOf, recordsIn } from '../erasure/account-rows.ts'
import { sha256 } from './bundle-world.ts'
import { offerOf, requestsOver, sendForm } from './request-world.ts'
import { tablesOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const options = () => ({ db: world.db, now })
const accountOf = (org_id: string) => ({ org_id, user_id: null, email: null })
const GRACE = { name: 'Grace', company: 'Buyer', mail: 'grace@buyer.example' }

/** Stores terms, a form with an unconfirmed address, a granted request with a download, and a pending request. */
const fillOrg = async (org: string) => {
  const requests = requestsOver(options())
  const offer = await offerOf(requests, org)
  await requests.terms.put(org, { title: 'Ours', text: `Terms of ${org}`, validDays: 30, allowedDomains: [] })
  await sendForm(requests, offer, { ...GRACE, mail: 'unproven@buyer.example' })
  const newConfirmedRequest = async (mail: string) => {
    const { link } = await sendForm(requests, offer, { ...GRACE, mail })
    const outcome = link && (await requests.prove(link))
    if (!outcome || !('row' in outcome)) throw new Error('The request is not confirmed')
    return outcome.row
  }
  const granted = await newConfirmedRequest(`grace@${org}.example`)
  await newConfirmedRequest(`waits@${org}.example`)
  await requests.decide(org, granted.id, 'granted')
  const mail = await requests.mailOf(requests.published.at(-1) as never)
  await requests.readers.record(org, {
    request_id: granted.id,
    receipt_hash: offer.artifact.receipt_hash,
    artifact_slug: 'pentest',
    artifact_name: 'Pentest',
    content_hash: sha256('a'),
    served_hash: sha256('b'),
    stamp: 'stamped',
    name: GRACE.name,
    company: GRACE.company,
    mail: granted.mail,
    network: '198.51.100.0/24',
  })
  return { requests, granted, token: /grant\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}

it('exports terms, texts, requests and downloads, but no form with an unconfirmed address', async () => {
  for (const org of ['copied', 'another']) await fillOrg(org)
  const files = await filesOf(tablesOf(options()), rows, accountOf('copied'))
  expect(recordsIn(files, 'trust-terms')).toMatchObject([{ title: 'Ours', valid_days: 30 }])
  expect(recordsIn(files, 'trust-terms-texts').map(({ text }) => text)).toContain('Terms of copied')
  expect(new Set(recordsIn(files, 'trust-requests').map(({ mail, state }) => `${mail} ${state}`))).toEqual(
    new Set(['grace@copied.example granted', 'waits@copied.example pending']),
  )
  expect(recordsIn(files, 'trust-readers')).toMatchObject([
    { mail: 'grace@copied.example', network: '198.51.100.0/24' },
  ])
  const exportedText = [...files.values()].join()
  for (const privateText of ['another', 'unproven@', 'base_url'])
    expect([privateText, exportedText.includes(privateText)]).toEqual([privateText, false])
})

it('ends the links of granted requests, but not those of other organizations', async () => {
  const otherOrg = await fillOrg('stays')
  const { requests, token } = await fillOrg('erased')
  expect(await requests.granted('acme', token)).toMatchObject({ org: 'erased' })
  await eraseAccount(tablesOf(options()), rows, accountOf('erased'))
  expect([await world.partition('TRUSTREQUEST#erased'), await requests.granted('acme', token)]).toEqual([[], 'ended'])
  expect(await otherOrg.requests.granted('acme', otherOrg.token)).toMatchObject({ org: 'stays' })
})
