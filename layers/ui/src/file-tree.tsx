import { type TreeFile, type TreeNode, treeOf } from './file-nodes.ts'

interface TreeProps<File extends TreeFile> {
  readonly files: readonly File[]
  readonly label: string
  /** Returns the link of a file; absent if files are only listed. */
  readonly hrefOf?: (file: File) => string
  readonly current?: string
}

type NodeProps<File extends TreeFile> = Omit<TreeProps<File>, 'files' | 'label'> & { readonly of: TreeNode<File> }

const Node = <File extends TreeFile>({ of: node, ...rest }: NodeProps<File>) => {
  if ('nodes' in node) {
    return (
      <li>
        <details open>
          <summary>
            {node.name}/ <span class="second small">{node.files}</span>
          </summary>
          <Nodes of={node.nodes} {...rest} />
        </details>
      </li>
    )
  }
  const { path, note } = node.file
  const href = rest.hrefOf?.(node.file)
  const isCurrent = path === rest.current
  return (
    <li class={isCurrent ? 'file current' : 'file'}>
      {href === undefined ? (
        <span>{node.name}</span>
      ) : (
        <a href={href} aria-current={isCurrent ? 'true' : undefined}>
          {node.name}
        </a>
      )}
      {note && <span class="second small">{note}</span>}
    </li>
  )
}

const Nodes = <File extends TreeFile>({
  of: nodes,
  ...rest
}: Omit<NodeProps<File>, 'of'> & { readonly of: readonly TreeNode<File>[] }) => (
  <ul>
    {nodes.map((node) => (
      <Node key={node.name} of={node} {...rest} />
    ))}
  </ul>
)

export const FileTree = <File extends TreeFile>({ files, label, ...rest }: TreeProps<File>) => (
  <section class="file-tree" aria-label={label}>
    <Nodes of={treeOf(files)} {...rest} />
  </section>
)
