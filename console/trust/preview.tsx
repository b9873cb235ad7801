import { LinkButton, Section, Segments } from '@signet/ui'
import { useMemo, useState } from 'preact/hooks'

const WIDTHS = [
  { value: 'wide', text: 'Desktop' },
  { value: 'narrow', text: '390 px' },
] as const

/**
 * The page itself, as buyers see it: in a frame without scripts, forms or this origin. `version` changes with what it shows, so that
 * it is loaded anew: a browser keeps its copy of the page for a minute.
 */
export const Preview = ({ slug, version }: { readonly slug: string; readonly version: string }) => {
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide')
  const fresh = useMemo(() => crypto.randomUUID(), [version])
  const address = `${location.origin}/trust/${slug}`
  return (
    <Section title="What buyers see">
      <div class="row apart">
        <Segments label="Width" isLabelHidden value={width} options={WIDTHS} onValue={setWidth} />
        <LinkButton href={address}>Open the page</LinkButton>
      </div>
      <iframe
        key={fresh}
        class={width === 'narrow' ? 'trust-preview narrow' : 'trust-preview'}
        title={`Trust page ${slug}`}
        sandbox=""
        src={`/trust/${slug}?preview=${fresh}`}
      />
    </Section>
  )
}
