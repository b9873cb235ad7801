import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { artifactRow, bundleOwnerRow, looseObjectRow } from './artifact-rows.ts'
import { changeArtifact, deleteArtifact, getArtifact, listArtifacts, putArtifact } from './bundles.ts'
import { trustRequestContract } from './request-events.ts'
import { downloadGranted, proveMail, sendRequestForm, showGrant, showProof, showRequestForm } from './request-forms.ts'
import { requestLinkRow } from './request-link-row.ts'
import { requestRows } from './request-rows.ts'
import { getTerms, getTermsText, putTerms } from './request-terms.ts'
import { approveRequest, declineRequest, getRequest, listReaders, listRequests, revokeRequest } from './requests.ts'
import { slugMappingRow, slugOwnerRow, slugRow } from './slug-rows.ts'
import { deleteSlug, getSlug, listSlugHistory, listSlugs, putSlug } from './slugs.ts'

export const trustService = defineService({
  name: 'trust',
  api: 'platform',
  title: 'Signet trust pages',
  description: 'Slugs of trust pages, and the artifacts that they show.',
  tags: { trust: 'Trust pages' },
  scopes: {
    'trust:read': { holder: 'organisation', description: 'See slugs and artifacts of trust pages' },
    'trust:write': { holder: 'organisation', description: 'Change slugs and artifacts of trust pages' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { erases: 'slugs of trust pages and their history, artifacts with their bytes, requests and readers' },
  exports: { takes: 'slugs of trust pages and their history, artifacts with their bytes, requests and readers' },
  contracts: [
    {
      name: 'trust-slugs',
      version: '1.0.0',
      description: 'Slugs of trust pages (spec platform-api 2.7 and 4.6).',
      endpoints: [listSlugs, putSlug, getSlug, deleteSlug, listSlugHistory],
    },
    {
      name: 'trust-bundles',
      version: '2.1.0',
      description: 'Artifacts of trust pages (spec platform-api 2.7 and 4.6).',
      endpoints: [listArtifacts, getArtifact, putArtifact, changeArtifact, deleteArtifact],
    },
    {
      name: 'trust-requests',
      version: '1.0.0',
      description: 'Requests for artifacts, their terms, and who downloaded them.',
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
      description: 'Pages on which visitors ask for artifacts and get them.',
      endpoints: [showRequestForm, sendRequestForm, showProof, proveMail, showGrant, downloadGranted],
    },
    trustRequestContract,
  ],
  rows: [
    slugOwnerRow,
    slugRow,
    slugMappingRow,
    bundleOwnerRow,
    artifactRow,
    looseObjectRow,
    ...requestRows,
    requestLinkRow,
  ],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly trust: typeof trustService
  }
}
