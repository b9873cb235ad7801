import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SQSClient } from '@aws-sdk/client-sqs'
import { memberRow } from '@signet/identity'
import { personRow } from '@signet/identity/person-row'
import { eventFunction, rowTable, spendGuard, tableClient } from '@signet/kernel'
import { configuredMail, guardedMail, mailQueue, mailsOfEvents } from '@signet/notifications/mail'
import { leakedKeyMail } from '../api-key-leaked/message.ts'
import { access } from '../contract/access.ts'
import { alertMail } from '../observe-alert-mail-due/message.ts'
import { goingStaleMail } from '../trust-page-going-stale/message.ts'
import { requestCreatedMail } from '../trust-request-created/message.ts'

export const handler = eventFunction({
  name: 'notifications-mail-accounts',
  access: access['mail-accounts'],
  variables: process.env,
  clients: { db: tableClient(), ses: new SESv2Client({}), sqs: new SQSClient({}) },
  failed: 'mail not sent',
  build: (runtime) => {
    const { env, clients, log } = runtime
    const spend = spendGuard(runtime)
    const recipients = { people: rowTable(personRow, runtime), members: rowTable(memberRow, runtime) }
    return mailsOfEvents({
      mails: {
        'org.signet.api-key.leaked.v1': leakedKeyMail(recipients),
        'org.signet.observe-alert.mail-due.v1': alertMail(recipients),
        'org.signet.trust-page.going-stale.v1': goingStaleMail({ ...recipients, platformUrl: env.PLATFORM_PUBLIC_URL }),
        'org.signet.trust-request.created.v1': requestCreatedMail(recipients),
      },
      send: guardedMail(configuredMail({ client: clients.ses, from: env.MAIL_FROM, log }), spend),
      delay: mailQueue({ sqs: clients.sqs, url: env.MAILS_TO_ACCOUNTS_QUEUE_URL }),
      spend,
      log,
    })
  },
})
