import { Facts, Section } from '@signet/ui'
import { Bars } from '@signet/ui/bars'
import type { RoleMemory } from '../api/consultations.ts'
import { elementBars, entropyFacts } from './memory-words.ts'

export const Entropy = ({ of: memory }: { readonly of: RoleMemory }) => (
  <Section title="How many-sided it looks" isCard>
    <div class="columns">
      <Bars label="Cards drawn, by element" bars={elementBars(memory)} />
      <Facts facts={entropyFacts(memory)} />
    </div>
  </Section>
)
