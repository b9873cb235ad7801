import { configuredMail, mailsOfEvents, NOT_CONFIGURED } from '@signet/notifications/mail'

const log = { info: console.log, warn: console.warn, error: console.error }
const send = configuredMail({ client: { send: async () => {} }, from: NOT_CONFIGURED, log })

/** What an `eventFunction` of the kernel runs. */
export const sendMails = mailsOfEvents({
  mails: {
    'org.example.hive.swarmed.v1': async ({ time, data }) => ({
      to: String(data.keeper),
      subject: 'A hive has swarmed',
      text: `It left at ${time}.`,
    }),
  },
  send,
  // `spendGuardOf` of the kernel: the ceiling of mails in a day. Beyond it an event is put off.
  spend: { check: async () => undefined },
  delay: async () => {},
  log,
})

export {}
