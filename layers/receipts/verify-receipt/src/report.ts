import { printable } from '@signet/command-line'
import type { Check, Verdict } from './index.ts'

const WORDS = { pass: 'good', fail: 'WRONG', pending: 'waits', skipped: '-' } as const

const line = (name: string, text: string): string => `  ${name.padEnd(10)} ${printable(text)}\n`

const checkLine = ([name, { status, detail }]: readonly [string, Check]): string =>
  line(name, `${WORDS[status].padEnd(6)} ${detail}`)

const aboutLines = ({ kind, issuedAt, issuer, hash, subject, kid, log, status }: Verdict): string => {
  if (hash === null || kind === null || subject === null) return ''
  const witnesses = (log?.witnesses ?? []).map(({ name, at }) => `, seen by ${name} at ${at}`).join('')
  return [
    line('receipt', hash),
    line('kind', `${kind}, issued ${issuedAt} by ${issuer}`),
    line('about', `${subject.name}, SHA-256 ${subject.sha256}`),
    line('signed by', `${kid}`),
    log ? line('logged', `${log.origin}, entry ${log.index} of ${log.treeSize}${witnesses}`) : '',
    status && status.state !== 'active'
      ? line('status', `${status.state} ${status.at ?? ''}, by the issuer's word`)
      : '',
  ].join('')
}

const claimsLine = ({ claims }: Verdict): string => (claims === null ? '' : line('claims', JSON.stringify(claims)))

const warning = ({ valid, keysFrom, issuer }: Verdict): string =>
  valid && keysFrom === 'file'
    ? `\nThe key comes with the file: it is ${printable(issuer ?? 'the issuer')}'s only if that publishes it, too.\n`
    : ''

export const reportOf = (verdict: Verdict): string =>
  [
    verdict.valid ? 'valid\n\n' : 'NOT VALID\n\n',
    aboutLines(verdict),
    claimsLine(verdict),
    '\n',
    ...Object.entries(verdict.checks).map(checkLine),
    warning(verdict),
  ].join('')
