import { Code, Section } from '@signet/ui'
import type { Receipt } from '../api/receipts.ts'

/** The page for everybody. It is at this origin, too, whatever address the receipt names. */
export const VerifyLink = ({ of: { hash, verifyUrl, claimsVisibility } }: { readonly of: Receipt }) => (
  <Section title="For everybody" isCard>
    <p>
      <a href={`/verify/${hash}`} target="_blank" rel="noopener">
        The public page
      </a>{' '}
      {claimsVisibility === 'public'
        ? 'shows the receipt and checks it again in the browser.'
        : 'says that it is valid, its kind and its time, and nothing of what it is about.'}
    </p>
    <Code text={verifyUrl} label="Public link" />
  </Section>
)
