import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SQSClient } from '@aws-sdk/client-sqs'
import { eventFunction, secretsClient, spendGuard, tableClient } from '@signet/kernel'
import { configuredMail, guardedMail, mailQueue, mailsOfEvents } from '@signet/notifications/mail'
import { access } from '../contract/access.ts'
import { requestLinks } from '../requests/request-links.ts'
import { requestTables } from '../requests/request-table.ts'
import { mailAllowance } from './mail-allowance.ts'
import { newsLinkTable } from './news-link-table.ts'
import { newsMail } from './news-mail.ts'
import { declinedMail, grantMail, proofMail, revokedMail } from './request-mails.ts'

export const handler = eventFunction({
  name: 'trust-send-mail',
  access: access['send-mail'],
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), ses: new SESv2Client({}), sqs: new SQSClient({}) },
  failed: 'a mail could not be sent',
  build: (runtime) => {
    const { env, log, clients } = runtime
    const spend = spendGuard(runtime)
    const links = requestLinks(runtime)
    const requests = { ...runtime, tables: requestTables(runtime), links, mayHave: mailAllowance(runtime) }
    return mailsOfEvents({
      mails: {
        'org.signet.trust-page.news-requested.v1': newsMail({ ...requests, links: newsLinkTable(runtime) }),
        'org.signet.trust-request.asked.v1': proofMail(requests),
        'org.signet.trust-request.granted.v1': grantMail(requests),
        'org.signet.trust-request.declined.v1': declinedMail(requests),
        'org.signet.trust-request.revoked.v1': revokedMail(requests),
      },
      send: guardedMail(configuredMail({ client: clients.ses, from: env.MAIL_FROM, log }), spend),
      putOff: mailQueue({ sqs: clients.sqs, url: env.MAILS_OF_TRUST_QUEUE_URL }),
      spend,
      log,
    })
  },
})
