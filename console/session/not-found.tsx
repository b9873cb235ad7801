import { LinkButton, PageHead } from '@signet/ui'

export const NotFound = ({
  what = 'page',
  back = { href: '/', text: 'Back to overview' },
}: {
  readonly what?: string
  readonly back?: { readonly href: string; readonly text: string }
}) => (
  <div class="stack">
    <PageHead
      title={`This ${what} does not exist`}
      about={
        what === 'page'
          ? 'Check the address for typing errors.'
          : 'It was deleted, has expired, or belongs to another organization.'
      }
    />
    <div class="row">
      <LinkButton href={back.href} kind="primary">
        {back.text}
      </LinkButton>
    </div>
  </div>
)
