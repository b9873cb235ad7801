import { LinkButton, PageHead } from '@signet/ui'

export const NotFound = ({
  what = 'page',
  back = { href: '/', text: 'To the overview' },
}: {
  readonly what?: string
  readonly back?: { readonly href: string; readonly text: string }
}) => (
  <div class="stack">
    <PageHead
      title={`There is no such ${what}`}
      about={
        what === 'page'
          ? 'The address may be old, or have a letter too many.'
          : 'It may have been deleted or have expired, or belong to another organization.'
      }
    />
    <div class="row">
      <LinkButton href={back.href} kind="primary">
        {back.text}
      </LinkButton>
    </div>
  </div>
)
