import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SQSClient } from '@aws-sdk/client-sqs'
import { eventFunction, rowTable, secretsClient, spendGuard, tableClient } from '@signet/kernel'
import { configuredMail, guardedMail, mailAllowance, mailQueue, mailsOfEvents } from '@signet/notifications/mail'
import { contactRow, ticketRow } from '@signet/notifications/support/message-rows'
import { requestLinks, requestTables } from '@signet/notifications/trust-requests'
import { contactMail } from '../contact-message-received/message.ts'
import { access } from '../contract/access.ts'
import { confirmationTable } from '../subscriber-requested/confirmation-table.ts'
import { confirmationMail } from '../subscriber-requested/message.ts'
import { ticketMail } from '../support-ticket-opened/message.ts'
import { newsMail } from '../trust-page-news-requested/message.ts'
import { newsLinkTable } from '../trust-page-news-requested/news-link-table.ts'
import { proofMail } from '../trust-request-asked/message.ts'
import { declinedMail } from '../trust-request-declined/message.ts'
import { grantMail } from '../trust-request-granted/message.ts'
import { revokedMail } from '../trust-request-revoked/message.ts'

export const handler = eventFunction({
  name: 'notifications-mail-visitors',
  access: access['mail-visitors'],
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), ses: new SESv2Client({}), sqs: new SQSClient({}) },
  failed: 'mail not sent',
  build: (runtime) => {
    const { env, log, clients } = runtime
    const spend = spendGuard(runtime)
    const support = env.SUPPORT_EMAIL
    const deps = {
      ...runtime,
      tables: requestTables(runtime),
      links: requestLinks(runtime),
      mayReceive: mailAllowance(runtime),
    }
    return mailsOfEvents({
      mails: {
        'org.signet.contact-message.received.v1': contactMail({ contacts: rowTable(contactRow, runtime), support }),
        'org.signet.subscriber.requested.v1': confirmationMail({ ...deps, confirmations: confirmationTable(runtime) }),
        'org.signet.support-ticket.opened.v1': ticketMail({ tickets: rowTable(ticketRow, runtime), support }),
        'org.signet.trust-page.news-requested.v1': newsMail({ ...deps, links: newsLinkTable(runtime) }),
        'org.signet.trust-request.asked.v1': proofMail(deps),
        'org.signet.trust-request.granted.v1': grantMail(deps),
        'org.signet.trust-request.declined.v1': declinedMail(deps),
        'org.signet.trust-request.revoked.v1': revokedMail(deps),
      },
      send: guardedMail(configuredMail({ client: clients.ses, from: env.MAIL_FROM, log }), spend),
      delay: mailQueue({ sqs: clients.sqs, url: env.MAILS_TO_VISITORS_QUEUE_URL }),
      spend,
      log,
    })
  },
})
