import { newsEndRow, newsLinkRow } from '@signet/notifications/trust-news/link-rows'
import { newsEditionRow, newsMailRow, newsRequestRow, newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { requestLinkRow } from '@signet/notifications/trust-requests'
import { requestRows } from '@signet/notifications/trust-requests/rows'
import { artifactRow, looseObjectRow, stagedArtifactRow } from './artifact-rows.ts'
import { bundleOwnerRow } from './bundle-owner-row.ts'
import { trustPageRow } from './page-row.ts'
import { pageSettingsRow } from './page-rows.ts'
import { slugMappingRow } from './slug-mapping-row.ts'
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
