import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SQSClient } from '@aws-sdk/client-sqs'
import { memberRow } from '@signet/identity'
import { eventFunction, rowTable, spendGuard, tableClient } from '@signet/kernel'
import { configuredMail, guardedMail, mailQueue, mailsOfEvents } from '@signet/notifications/mail'
import { access } from '../contract/access.ts'
import { personRow } from '../contract/person-row.ts'
import { alertMail } from './alert-mail.ts'
import { goingStaleMail } from './going-stale-mail.ts'
import { leakedKeyMail } from './leaked-key-mail.ts'
import { requestWaitsMail } from './request-waits-mail.ts'

export const handler = eventFunction({
  name: 'accounts-send-mail',
  access: access['send-mail'],
  variables: process.env,
  clients: { db: tableClient(), ses: new SESv2Client({}), sqs: new SQSClient({}) },
  failed: 'a mail could not be sent',
  build: (runtime) => {
    const { env, clients, log } = runtime
    const spend = spendGuard(runtime)
    const people = rowTable(personRow, runtime)
    const members = rowTable(memberRow, runtime)
    return mailsOfEvents({
      mails: {
        'org.signet.api-key.leaked.v1': leakedKeyMail({ people }),
        'org.signet.trust-page.going-stale.v1': goingStaleMail({ members, people }),
        'org.signet.trust-request.created.v1': requestWaitsMail({ members, people }),
        'org.signet.observe-alert.mail-due.v1': alertMail({ members, people }),
      },
      send: guardedMail(configuredMail({ client: clients.ses, from: env.MAIL_FROM, log }), spend),
      putOff: mailQueue({ sqs: clients.sqs, url: env.MAILS_OF_ACCOUNTS_QUEUE_URL }),
      spend,
      log,
    })
  },
})
