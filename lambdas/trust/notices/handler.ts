import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { rowTable, scheduleFunction, secretsClient, spendGuard, tableClient } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { configuredMail, guardedMail } from '@signet/notifications/mail'
import { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { slugOwnerRow } from '@signet/notifications/trust-news/slug-rows'
import { intakeTable } from '@signet/posture/intakes'
import { receiptRow } from '@signet/receipts/rows'
import { artifactReads } from '../bundles/artifact-table.ts'
import { access } from '../contract/access.ts'
import { artifactRow } from '../contract/artifact-rows.ts'
import { pageSettingsRow } from '../contract/page-settings-row.ts'
import { editionTable } from './editions.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import { remindOwners } from './remind-owners.ts'
import { sweepPages } from './sweep-pages.ts'

export const handler = scheduleFunction({
  name: 'trust-notices',
  access: access.notices,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    ses: new SESv2Client({}),
    eventBridge: new EventBridgeClient({}),
  },
  build: (runtime) => {
    const { env, pepper, log, clients } = runtime
    const send = guardedMail(configuredMail({ client: clients.ses, from: env.MAIL_FROM, log }), spendGuard(runtime))
    const receipts = rowTable(receiptRow, runtime)
    return sweepPages({
      ...runtime,
      owners: rowTable(slugOwnerRow, runtime),
      artifacts: artifactReads(rowTable(artifactRow, runtime)),
      editions: editionTable(runtime),
      notify: notifySubscribers({
        subscribers: rowTable(newsSubscriberRow, runtime),
        settings: rowTable(pageSettingsRow, runtime),
        receipts,
        send,
        pepper,
      }),
      remind: remindOwners({ ...runtime, intakes: intakeTable(runtime), receipts, outbox: functionOutbox(runtime) }),
    })
  },
})
