import { LinkButton, PageHead } from '@signet/ui'

/** The page of an address that leads nowhere. */
export const NotFound = () => (
  <div class="stack">
    <PageHead title="There is no such page" about="The address may be old, or have a letter too many." />
    <div class="row">
      <LinkButton href="/" kind="primary">
        To the overview
      </LinkButton>
    </div>
  </div>
)
