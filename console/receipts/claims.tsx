import { Code, Section } from '@signet/ui'
import type { Receipt } from '../api/receipts.ts'

const prettyJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

const PublicClaims = ({ claims }: { readonly claims: unknown }) => (
  <>
    <p class="second">Public claims are visible to anyone with the receipt.</p>
    <Code text={prettyJson(claims)} label="Public claims" language="json" />
  </>
)

const PrivateClaims = ({ opening }: { readonly opening: NonNullable<Receipt['opening']> }) => (
  <>
    <p>
      The receipt contains only a commitment to these claims. Anyone with the opening (the claims and a salt) can read
      them and prove that they were signed.
    </p>
    <Code text={prettyJson(opening.claims)} label="Private claims" language="json" />
    <details>
      <summary>Opening</summary>
      <div class="stack tight">
        <p class="second small">Contains the claims and the salt. Share it only with people who may see the claims.</p>
        <Code text={prettyJson(opening)} label="Opening" language="json" />
      </div>
    </details>
  </>
)

export const Claims = ({ receipt: { claims, claimsVisibility, opening } }: { readonly receipt: Receipt }) => (
  <Section title="Claims" isCard>
    {claimsVisibility === 'public' && <PublicClaims claims={claims} />}
    {opening && <PrivateClaims opening={opening} />}
    {claimsVisibility === 'private' && !opening && (
      <p>
        The private claims were erased together with the data that they describe. The receipt remains valid, but its
        claims can no longer be proven.
      </p>
    )}
  </Section>
)
