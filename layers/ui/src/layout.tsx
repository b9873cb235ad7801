import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export const PageHead = ({
  title,
  about,
  actions,
}: {
  readonly title: ComponentChildren
  readonly about?: ComponentChildren
  readonly actions?: ComponentChildren
}) => (
  <div class="page-head">
    <div>
      <h1>{title}</h1>
      {about && <p class="second">{about}</p>}
    </div>
    {actions && <div class="row">{actions}</div>}
  </div>
)

export const Section = ({
  title,
  actions,
  children,
  isCard = false,
}: {
  readonly title: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
  readonly isCard?: boolean
}) => {
  const id = useId()
  return (
    <section class={isCard ? 'card' : 'section'} aria-labelledby={id}>
      <div class="row apart">
        <h2 id={id}>{title}</h2>
        {actions && <div class="row">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
