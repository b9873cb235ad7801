import { Code, Section } from '@signet/ui'
import type { Receipt } from '../api/receipts.ts'

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2)

const PublicClaims = ({ claims }: { readonly claims: unknown }) => (
  <>
    <p class="second">They are public: everybody who has the receipt sees them.</p>
    <Code text={pretty(claims)} label="Public claims" language="json" />
  </>
)

const PrivateClaims = ({ opening }: { readonly opening: NonNullable<Receipt['opening']> }) => (
  <>
    <p>
      They are private: the receipt has a commitment to them alone. Who has the opening can read these claims and prove
      that they were signed.
    </p>
    <Code text={pretty(opening.claims)} label="Private claims" language="json" />
    <details>
      <summary>The opening</summary>
      <div class="stack tight">
        <p class="second small">The salt, with which nobody has to guess. It proves the claims to whom you give it.</p>
        <Code text={pretty(opening)} label="Opening" language="json" />
      </div>
    </details>
  </>
)

export const Claims = ({ of: { claims, claimsVisibility, opening } }: { readonly of: Receipt }) => (
  <Section title="Claims" isCard>
    {claimsVisibility === 'public' && <PublicClaims claims={claims} />}
    {opening && <PrivateClaims opening={opening} />}
    {claimsVisibility === 'private' && !opening && (
      <p>
        They are private, and what opened them went with what they describe. The receipt stays valid, and nobody can
        prove them any more.
      </p>
    )}
  </Section>
)
