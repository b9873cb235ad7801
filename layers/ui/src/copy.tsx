import { Button, IconButton } from './button.tsx'
import { Code, type CodeSample, CodeTabs } from './code.tsx'
import { Notice } from './notice.tsx'
import { useCopy } from './use-copy.ts'

/** Copies a text, and says so. */
export const CopyButton = ({ text, children = 'Copy' }: { readonly text: string; readonly children?: string }) => {
  const [isCopied, copy] = useCopy(text)
  return (
    <>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {isCopied ? 'Copied' : children}
      </Button>
      <span role="status" class="hidden-text">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}

/** Copies an id that nobody wants to read. */
export const CopyId = ({ id, what = 'id' }: { readonly id: string; readonly what?: string }) => {
  const [isCopied, copy] = useCopy(id)
  return (
    <IconButton name={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : `Copy ${what} ${id}`} onClick={copy} />
  )
}

/** A secret, shown this once, with commands that use it. */
export const Secret = ({
  text,
  what,
  samples,
}: {
  readonly text: string
  /** Such as `key`. */
  readonly what: string
  readonly samples: readonly CodeSample[]
}) => (
  <div class="stack">
    <Notice kind="warn">
      <p>This {what} is shown once. Copy it now and keep it where secrets are kept.</p>
    </Notice>
    <Code text={text} label={`The ${what}`} />
    <CodeTabs samples={samples} label={`Use the ${what}`} />
  </div>
)
