import { Checkbox, LinkButton, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Receipt } from '../api/receipts.ts'
import { shortHash } from './receipt-words.ts'

const FORMATS = [
  { form: 'dsse.json', text: 'Envelope (.dsse.json)' },
  { form: 'sigstore.json', text: 'Sigstore bundle (.sigstore.json)' },
  { form: 'tlog-proof', text: 'Log proof (.tlog-proof)' },
] as const

export const Downloads = ({ receipt: { hash, opening, log } }: { readonly receipt: Receipt }) => {
  const [includesOpening, setIncludesOpening] = useState(false)
  const urlOf = (form: string): string => `/api/receipts/${hash}/files/${form}`
  const fileName = (form: string): string => `receipt-${shortHash(hash)}.${form}`
  const formats = FORMATS.filter(({ form }) => log !== null || form !== 'tlog-proof')
  return (
    <Section title="Downloads" isCard>
      {opening && (
        <Checkbox
          label="Include the opening (private claims and salt)"
          hint="Anyone with this ZIP can read and prove the private claims."
          isChecked={includesOpening}
          onChecked={setIncludesOpening}
        />
      )}
      <div class="row">
        <LinkButton href={`${urlOf('zip')}${includesOpening ? '?opening=true' : ''}`} download={fileName('zip')}>
          Download for offline verification (.zip)
        </LinkButton>
      </div>
      <ul class="stack tight">
        {formats.map(({ form, text }) => (
          <li key={form}>
            <a href={urlOf(form)} download={fileName(form)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {log === null && <p class="second small">The log proof will be available within minutes.</p>}
    </Section>
  )
}
