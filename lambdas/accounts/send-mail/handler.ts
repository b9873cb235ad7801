import { SESv2Client } from '@aws-sdk/client-sesv2'
import { eventFunction, rowTable, tableClient } from '@signet/kernel'
import { configuredMail, mailsOfEvents } from '@signet/mail'
import { access } from '../contract/access.ts'
import { personRow } from '../contract/person-row.ts'
import { leakedKeyMail } from './leaked-key-mail.ts'

export const handler = eventFunction({
  name: 'accounts-send-mail',
  access: access['send-mail'],
  variables: process.env,
  clients: { db: tableClient(), ses: new SESv2Client({}) },
  failed: 'a mail could not be sent',
  build: (runtime) =>
    mailsOfEvents({
      mails: { 'org.signet.api-key.leaked.v1': leakedKeyMail({ people: rowTable(personRow, runtime) }) },
      send: configuredMail({ client: runtime.clients.ses, from: runtime.env.MAIL_FROM, log: runtime.log }),
      log: runtime.log,
    }),
})
