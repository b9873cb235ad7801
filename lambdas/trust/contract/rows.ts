import { artifactRow, looseObjectRow, stagedArtifactRow } from './artifact-rows.ts'
import { bundleOwnerRow } from './bundle-owner-row.ts'
import { newsEndRow, newsLinkRow } from './news-link-rows.ts'
import { newsEditionRow, newsMailRow, newsRequestRow, newsSubscriberRow } from './news-rows.ts'
import { trustPageRow } from './page-row.ts'
import { pageSettingsRow } from './page-rows.ts'
import { requestLinkRow } from './request-link-row.ts'
import { requestRows } from './request-rows.ts'
import { slugMappingRow } from './slug-mapping-row.ts'
import { slugOwnerRow, slugRow } from './slug-rows.ts'
import { staleReminderRow } from './stale-reminder-row.ts'

export const rows = [
  ...[
    slugOwnerRow,
    slugRow,
    slugMappingRow,
    trustPageRow,
    bundleOwnerRow,
    artifactRow,
    looseObjectRow,
    stagedArtifactRow,
  ],
  pageSettingsRow,
  ...[newsRequestRow, newsMailRow, newsSubscriberRow, newsEditionRow, newsLinkRow, newsEndRow, staleReminderRow],
  ...[...requestRows, requestLinkRow],
]
