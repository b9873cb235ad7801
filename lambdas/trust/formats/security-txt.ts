import { addMs } from '@signet/kernel'

const DAY_MS = 86_400_000

/** Days for which a contact may be taken to be good: RFC 9116 2.5.5 says less than a year. */
const GOOD_DAYS = 30

/** The text of security.txt (RFC 9116). @param contact an address that is ASCII without spaces, as settings are */
export const securityTxt = (contact: string, canonical: string, now: Date): string =>
  `Contact: ${contact}\nExpires: ${addMs(now, GOOD_DAYS * DAY_MS)
    .toISOString()
    .slice(0, 19)}Z\nCanonical: ${canonical}\n`
