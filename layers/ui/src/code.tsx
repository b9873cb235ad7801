import { useId, useState } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { useHighlighted } from './highlighted.tsx'
import type { Language } from './language.ts'
import { Tabs } from './tabs.tsx'
import { useCopy } from './use-copy.ts'

export interface CodeSample {
  readonly name: string
  readonly language: Language
  readonly text: string
}

/** A code block with a copy button, scrollable by keyboard. */
export const Code = ({
  text,
  label,
  language,
}: {
  readonly text: string
  readonly label: string
  readonly language?: Language
}) => {
  const [isCopied, copy] = useCopy(text)
  const highlighted = useHighlighted(text, language)
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable (axe: scrollable-region-focusable) */}
      <section class="code-text" tabIndex={0} aria-label={label}>
        <pre>{highlighted}</pre>
      </section>
      <IconButton name={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : `Copy: ${label}`} onClick={copy} />
    </div>
  )
}

export const CodeTabs = ({ samples, label }: { readonly samples: readonly CodeSample[]; readonly label: string }) => {
  const [name, setName] = useState(samples[0]?.name ?? '')
  const id = useId()
  const sample = samples.find((each) => each.name === name) ?? samples[0]
  if (!sample) return null
  return (
    <div class="stack tight">
      <Tabs label={label} value={sample.name} names={samples.map((each) => each.name)} onValue={setName} panel={id} />
      <div id={id} role="tabpanel" aria-label={sample.name}>
        <Code key={sample.name} text={sample.text} language={sample.language} label={`${label}: ${sample.name}`} />
      </div>
    </div>
  )
}
