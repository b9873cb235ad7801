import { LinkButton, Section, Segments } from '@signet/ui'
import { useMemo, useState } from 'preact/hooks'

const WIDTHS = [
  { value: 'wide', text: 'Desktop' },
  { value: 'narrow', text: 'Mobile' },
] as const

/**
 * The public page in a frame without scripts, forms or this origin. A new `version` reloads it, because browsers cache
 * the page for a minute.
 */
export const Preview = ({ slug, version }: { readonly slug: string; readonly version: string }) => {
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide')
  const fresh = useMemo(() => crypto.randomUUID(), [version])
  const address = `${location.origin}/trust/${slug}`
  return (
    <Section title="Preview">
      <div class="row apart">
        <Segments label="Width" isLabelHidden value={width} options={WIDTHS} onValue={setWidth} />
        <LinkButton href={address}>Open page</LinkButton>
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
