import { printable } from '@signet/command-line'
import type { Check, Verdict } from './index.ts'

const STATUS_LABELS = { pass: 'pass', fail: 'FAIL', pending: 'pending', skipped: '-' } as const

const line = (name: string, text: string): string => `  ${name.padEnd(10)} ${printable(text)}\n`

const checkLine = ([name, { status, detail }]: readonly [string, Check]): string =>
  line(name, `${STATUS_LABELS[status].padEnd(7)} ${detail}`)

const receiptLines = ({ kind, issuedAt, issuer, hash, subject, kid, log, status }: Verdict): string => {
  if (hash === null || kind === null || subject === null) return ''
  const witnesses = (log?.witnesses ?? []).map(({ name, at }) => `, confirmed by ${name} at ${at}`).join('')
  return [
    line('receipt', hash),
    line('kind', `${kind}, issued ${issuedAt} by ${issuer}`),
    line('subject', `${subject.name}, SHA-256 ${subject.sha256}`),
    line('signed by', `${kid}`),
    log ? line('logged', `${log.origin}, entry ${log.index} of ${log.treeSize}${witnesses}`) : '',
    status && status.state !== 'active'
      ? line('status', `${status.state} ${status.at ?? ''}, as stated by the issuer`)
      : '',
  ].join('')
}

const claimsLine = ({ claims }: Verdict): string => (claims === null ? '' : line('claims', JSON.stringify(claims)))

const warning = ({ valid, keysFrom, issuer }: Verdict): string =>
  valid && keysFrom === 'file'
    ? `\nThe key comes from the file. Trust it only if ${printable(issuer ?? 'the issuer')} publishes the same key.\n`
    : ''

export const reportOf = (verdict: Verdict): string =>
  [
    verdict.valid ? 'valid\n\n' : 'NOT VALID\n\n',
    receiptLines(verdict),
    claimsLine(verdict),
    '\n',
    ...Object.entries(verdict.checks).map(checkLine),
    warning(verdict),
  ].join('')
