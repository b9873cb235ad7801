import { SESv2Client } from '@aws-sdk/client-sesv2'
import { createLog, handleBatch, rowTable, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { configuredMail, mailWorker } from '@signet/mail'
import { access } from '../contract/access.ts'
import { personRow } from '../contract/person-row.ts'
import { leakedKeyMail } from './leaked-key-mail.ts'

const env = environmentOf(access['send-mail'], process.env)
const log = createLog({ fields: { function: 'accounts-send-mail' } })
const people = rowTable(personRow, { db: tableClient(), table: env.TABLE_NAME, now: systemClock })

export const handler = handleBatch(
  mailWorker({
    mails: { 'org.signet.api-key.leaked.v1': leakedKeyMail({ people }) },
    send: configuredMail({ client: new SESv2Client({}), from: env.MAIL_FROM, log }),
    log,
  }),
)
