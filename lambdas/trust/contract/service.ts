import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { changeArtifact, copyArtifact, deleteArtifact, getArtifact, listArtifacts, putArtifact } from './bundles.ts'
import { getPageSettings, putPageSettings } from './page-settings.ts'
import {
  readTrustAnswers,
  readTrustAnswersCsv,
  readTrustArtifact,
  readTrustArtifactAt,
  readTrustOscal,
  readTrustPage,
  readTrustPageAt,
  readTrustProgram,
  readTrustSecurityTxt,
  readTrustWellKnownSecurityTxt,
} from './pages.ts'
import { trustRequestContract } from './request-events.ts'
import { downloadGranted, proveMail, sendRequestForm, showGrant, showProof, showRequestForm } from './request-forms.ts'
import { getTerms, getTermsText, putTerms } from './request-terms.ts'
import { approveRequest, declineRequest, getRequest, listReaders, listRequests, revokeRequest } from './requests.ts'
import { rows } from './rows.ts'
import { deleteSlug, getSlug, listSlugHistory, listSlugs, putSlug } from './slugs.ts'
import {
  confirmNews,
  endNews,
  listSubscribers,
  removeSubscriber,
  showNewsConfirmation,
  showNewsEnd,
  showSubscribe,
  subscribeToPage,
  trustPageContract,
} from './subscriptions.ts'
import { commitArtifact, openUpload, putLargeArtifact } from './uploads.ts'

export const trustService = defineService({
  name: 'trust',
  api: 'platform',
  title: 'Signet trust pages',
  description: 'Slugs, pages and documents of trust pages.',
  tags: {
    trust: 'Trust pages',
    'trust-pages': 'Public trust pages',
    'trust-news': 'Email updates of trust pages',
  },
  scopes: {
    'trust:read': { holder: 'organization', description: 'Read slugs and documents of trust pages' },
    'trust:write': { holder: 'organization', description: 'Change slugs and documents of trust pages' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'trust-slugs',
      version: '1.0.0',
      description: 'Slugs of trust pages.',
      endpoints: [listSlugs, putSlug, getSlug, deleteSlug, listSlugHistory],
    },
    {
      name: 'trust-bundles',
      version: '1.0.0',
      description: 'Documents of trust pages.',
      endpoints: [
        listArtifacts,
        getArtifact,
        putArtifact,
        copyArtifact,
        changeArtifact,
        deleteArtifact,
        openUpload,
        commitArtifact,
      ],
    },
    {
      name: 'trust-uploads',
      version: '1.0.0',
      description: 'Large documents of trust pages.',
      endpoints: [putLargeArtifact],
    },
    {
      name: 'trust-requests',
      version: '1.0.0',
      description: 'Document requests, their terms and downloads.',
      endpoints: [
        listRequests,
        getRequest,
        approveRequest,
        declineRequest,
        revokeRequest,
        getTerms,
        putTerms,
        getTermsText,
        listReaders,
      ],
    },
    {
      name: 'trust-request-forms',
      version: '1.0.0',
      description: 'Pages on which visitors request and download documents.',
      endpoints: [showRequestForm, sendRequestForm, showProof, proveMail, showGrant, downloadGranted],
    },
    trustRequestContract,
    {
      name: 'trust-page-settings',
      version: '1.0.0',
      description: "Settings of an organization's trust pages.",
      endpoints: [getPageSettings, putPageSettings],
    },
    {
      name: 'trust-pages',
      version: '1.0.0',
      description: 'Public trust pages.',
      endpoints: [
        readTrustPage,
        readTrustPageAt,
        readTrustArtifact,
        readTrustArtifactAt,
        readTrustAnswers,
        readTrustAnswersCsv,
        readTrustOscal,
        readTrustSecurityTxt,
        readTrustWellKnownSecurityTxt,
        readTrustProgram,
      ],
    },
    {
      name: 'trust-subscriptions',
      version: '1.0.0',
      description: 'Email updates of trust pages, sent to confirmed addresses.',
      endpoints: [
        showSubscribe,
        subscribeToPage,
        showNewsConfirmation,
        confirmNews,
        showNewsEnd,
        endNews,
        listSubscribers,
        removeSubscriber,
      ],
    },
    trustPageContract,
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly trust: typeof trustService
  }
}
