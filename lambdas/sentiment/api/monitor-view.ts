import type { Platform } from '../contract/monitor.ts'
import type { Monitor } from '../contract/monitors.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'

export const monitorView = (row: MonitorRow, source: Monitor['source']): Monitor => {
  const credentialsFlag = (platform: Platform) => ({ hasCredentials: row.credentials.includes(platform) })
  const { microblog, reviews, social } = row.platforms
  return {
    tenantId: row.tenant,
    stage: row.stage,
    enabled: row.enabled,
    platforms: {
      microblog: { ...microblog, ...credentialsFlag('microblog') },
      reviews: { ...reviews, ...credentialsFlag('reviews') },
      social: { ...social, ...credentialsFlag('social') },
    },
    ingestEndpoint: row.endpoint,
    bodyFormat: row.bodyFormat,
    batchSize: row.batchSize,
    mentionIdMode: row.mentionIdMode,
    phoneRegions: row.phoneRegions,
    scorer: row.scorer,
    personalData: row.personalData,
    version: row.version,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    source,
  }
}
