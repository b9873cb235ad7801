import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { artifactRow, bundleOwnerRow, looseObjectRow, stagedArtifactRow } from './artifact-rows.ts'
import { deleteArtifact, getArtifact, listArtifacts, putArtifact } from './bundles.ts'
import { slugMappingRow, slugOwnerRow, slugRow } from './slug-rows.ts'
import { deleteSlug, getSlug, listSlugHistory, listSlugs, putSlug } from './slugs.ts'
import { commitArtifact, putLargeArtifact } from './uploads.ts'

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
  departures: { erases: 'slugs of trust pages and their history, artifacts with their bytes' },
  exports: { takes: 'slugs of trust pages and their history, artifacts with their bytes' },
  contracts: [
    {
      name: 'trust-slugs',
      version: '1.0.0',
      description: 'Slugs of trust pages (spec platform-api 2.7 and 4.6).',
      endpoints: [listSlugs, putSlug, getSlug, deleteSlug, listSlugHistory],
    },
    {
      name: 'trust-bundles',
      version: '3.0.0',
      description: 'Artifacts of trust pages (spec platform-api 2.7 and 4.6).',
      endpoints: [listArtifacts, getArtifact, putArtifact, deleteArtifact, commitArtifact],
    },
    {
      name: 'trust-uploads',
      version: '1.0.0',
      description: 'Large artifacts of trust pages (spec platform-api 4.6).',
      endpoints: [putLargeArtifact],
    },
  ],
  rows: [slugOwnerRow, slugRow, slugMappingRow, bundleOwnerRow, artifactRow, looseObjectRow, stagedArtifactRow],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly trust: typeof trustService
  }
}
