import { LinkButton, Section, Segments } from '@signet/ui'
import { useMemo, useState } from 'preact/hooks'

const WIDTHS = [
  { value: 'wide', text: 'Desktop' },
  { value: 'narrow', text: 'Mobile' },
] as const

/**
 * Shows the public page in a frame without scripts, forms or access to the console's origin. A new `version` reloads
 * the frame, because browsers cache the page for a minute.
 */
export const Preview = ({ slug, version }: { readonly slug: string; readonly version: string }) => {
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide')
  const reloadKey = useMemo(() => crypto.randomUUID(), [version])
  const pageUrl = `${location.origin}/trust/${slug}`
  return (
    <Section title="Preview">
      <div class="row apart">
        <Segments label="Width" isLabelHidden value={width} options={WIDTHS} onValue={setWidth} />
        <LinkButton href={pageUrl}>Open page</LinkButton>
      </div>
      <iframe
        key={reloadKey}
        class={width === 'narrow' ? 'trust-preview narrow' : 'trust-preview'}
        title={`Trust page ${slug}`}
        sandbox=""
        src={`/trust/${slug}?preview=${reloadKey}`}
      />
    </Section>
  )
}
