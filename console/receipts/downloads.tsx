import { Checkbox, LinkButton, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Receipt } from '../api/receipts.ts'
import { shortHash } from './receipt-words.ts'

const FORMS = [
  { form: 'dsse.json', text: 'Envelope (.dsse.json)' },
  { form: 'sigstore.json', text: 'Sigstore bundle (.sigstore.json)' },
  { form: 'tlog-proof', text: 'Proof of the log (.tlog-proof)' },
] as const

export const Downloads = ({ of: { hash, opening, log } }: { readonly of: Receipt }) => {
  const [isOpened, setOpened] = useState(false)
  const address = (form: string): string => `/api/receipts/${hash}/files/${form}`
  const fileName = (form: string): string => `receipt-${shortHash(hash)}.${form}`
  const forms = FORMS.filter(({ form }) => log !== null || form !== 'tlog-proof')
  return (
    <Section title="Files" isCard>
      {opening && (
        <Checkbox
          label="With the opening"
          hint="Who has the ZIP then can read the private claims and prove them."
          isChecked={isOpened}
          onChecked={setOpened}
        />
      )}
      <div class="row">
        <LinkButton href={`${address('zip')}${isOpened ? '?opening=true' : ''}`} download={fileName('zip')}>
          Everything for a check without a network (.zip)
        </LinkButton>
      </div>
      <ul class="stack tight">
        {forms.map(({ form, text }) => (
          <li key={form}>
            <a href={address(form)} download={fileName(form)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {log === null && <p class="second small">The proof of the log follows within minutes.</p>}
    </Section>
  )
}
