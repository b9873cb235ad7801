import { expect } from 'vitest'
import { testStack } from './test-stack.ts'

/** A mail as the embedded SES stores it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly replyTo: readonly string[]
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Returns mails to an address, newest first. */
export const mailsTo = async (address: string): Promise<readonly ReceivedMail[]> => {
  const { mails } = (await (await fetch(`${testStack().control}/_local/mails`)).json()) as {
    mails: readonly ReceivedMail[]
  }
  return mails.filter(({ to }) => to.includes(address))
}

/** A mail passes an event and a queue; on a busy machine the functions of both start within half a minute. */
const PATIENCE_MS = 60_000

/** Waits, up to a limit, until a matching mail has arrived at an address. */
export const waitForMail = async (
  address: string,
  matches: (mail: ReceivedMail) => boolean = () => true,
): Promise<ReceivedMail> => {
  const matchingMails = async () => (await mailsTo(address)).filter(matches)
  await expect.poll(async () => (await matchingMails()).length, { timeout: PATIENCE_MS }).toBeGreaterThan(0)
  const [mail] = await matchingMails()
  if (!mail) throw new Error('The mail no longer exists')
  return mail
}
