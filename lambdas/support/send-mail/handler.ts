import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SQSClient } from '@aws-sdk/client-sqs'
import { eventFunction, rowTable, secretsClient, spendGuard, tableClient } from '@signet/kernel'
import { configuredMail, guardedMail, mailQueue, mailsOfEvents } from '@signet/notifications/mail'
import { access } from '../contract/access.ts'
import { contactRow, ticketRow } from '../contract/message-rows.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { confirmationTable } from './confirmation-table.ts'
import { contactMail, ticketMail } from './support-mails.ts'

export const handler = eventFunction({
  name: 'support-send-mail',
  access: access['send-mail'],
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), ses: new SESv2Client({}), sqs: new SQSClient({}) },
  failed: 'a mail could not be sent',
  build: (runtime) => {
    const { env, pepper, log, clients } = runtime
    const support = {
      contacts: rowTable(contactRow, runtime),
      tickets: rowTable(ticketRow, runtime),
      support: env.SUPPORT_EMAIL,
    }
    const confirmations = confirmationTable(runtime)
    const spend = spendGuard(runtime)
    return mailsOfEvents({
      mails: {
        'org.signet.subscriber.requested.v1': confirmationMail({ confirmations, pepper }),
        'org.signet.contact-message.received.v1': contactMail(support),
        'org.signet.support-ticket.opened.v1': ticketMail(support),
      },
      send: guardedMail(configuredMail({ client: clients.ses, from: env.MAIL_FROM, log }), spend),
      putOff: mailQueue({ sqs: clients.sqs, url: env.MAILS_OF_SUPPORT_QUEUE_URL }),
      spend,
      log,
    })
  },
})
