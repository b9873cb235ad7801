import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { createLog, handleBatch, managedSecret, rowTable, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { configuredMail, mailWorker } from '@signet/mail'
import { access } from '../contract/access.ts'
import { contactRow, ticketRow } from '../contract/rows.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { confirmationTable } from './confirmation-table.ts'
import { contactMail, ticketMail } from './support-mails.ts'

const env = environmentOf(access['send-mail'], process.env)
const log = createLog({ fields: { function: 'intake-send-mail' } })
const deps = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }
const pepper = managedSecret({ client: new SecretsManagerClient({}), id: env.PEPPER_SECRET, now: systemClock })
const support = {
  contacts: rowTable(contactRow, deps),
  tickets: rowTable(ticketRow, deps),
  support: env.SUPPORT_EMAIL,
}

export const handler = handleBatch(
  mailWorker({
    mails: {
      'org.signet.subscriber.requested.v1': confirmationMail({ confirmations: confirmationTable(deps), pepper }),
      'org.signet.contact-message.received.v1': contactMail(support),
      'org.signet.support-ticket.opened.v1': ticketMail(support),
    },
    send: configuredMail({ client: new SESv2Client({}), from: env.MAIL_FROM, log }),
    log,
  }),
)
