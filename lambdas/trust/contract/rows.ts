import { newsLinkRow, newsUnsubscribeRow } from '@signet/notifications/trust-news/link-rows'
import { newsEditionRow, newsMailRow, newsRequestRow, newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { requestLinkRow } from '@signet/notifications/trust-requests'
import { requestRows } from '@signet/notifications/trust-requests/rows'
import { artifactRow, stagedArtifactRow, unreferencedObjectRow } from './artifact-rows.ts'
import { bundleOwnerRow } from './bundle-owner-row.ts'
import { trustPageRow } from './page-index-row.ts'
import { pageSettingsRow } from './page-settings-row.ts'
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
    unreferencedObjectRow,
    stagedArtifactRow,
  ],
  pageSettingsRow,
  ...[
    newsRequestRow,
    newsMailRow,
    newsSubscriberRow,
    newsEditionRow,
    newsLinkRow,
    newsUnsubscribeRow,
    staleReminderRow,
  ],
  ...[...requestRows, requestLinkRow],
]
