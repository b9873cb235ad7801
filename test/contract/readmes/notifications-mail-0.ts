import { configuredMail, mailsOfEvents, NOT_CONFIGURED } from '@signet/notifications/mail'

const log = { info: console.log, warn: console.warn, error: console.error }
const send = configuredMail({ client: { send: async () => {} }, from: NOT_CONFIGURED, log })

/** Runs in an `eventFunction` of the kernel. */
export const sendMails = mailsOfEvents({
  mails: {
    'org.example.hive.swarmed.v1': async ({ time, data }) => ({
      to: String(data.keeper),
      subject: 'A hive has swarmed',
      text: `It left at ${time}.`,
    }),
  },
  send,
  // `spendGuardOf` of the kernel: the daily mail limit. Beyond it an event is delayed.
  spend: { check: async () => undefined },
  delay: async () => {},
  log,
})

export {}
