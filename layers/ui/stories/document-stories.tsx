import { FileTree } from '../src/file-tree.tsx'
import { Markdown } from '../src/markdown.tsx'
import type { Story } from './story.ts'

const FILES = [
  { path: 'README.md', note: 'doc' },
  { path: 'src/handler.ts', note: 'scaffold' },
  { path: 'src/http/serve.ts', note: 'scaffold' },
  { path: 'docs/threat-model.md', note: 'governance' },
]

const fileTree: Story = {
  name: 'FileTree',
  states: {
    'with links': () => (
      <FileTree
        label="Files"
        files={FILES}
        hrefOf={({ path }) => `/stories?story=FileTree&file=${path}`}
        current="src/handler.ts"
      />
    ),
    listed: () => <FileTree label="Planned files" files={FILES} />,
  },
}

const DOCUMENT = `# Answer first, work behind a queue

Senders wait a few seconds, see [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110). The handler is \`src/handler.ts\`.

- **Good**, because the receiver is small
- [ ] Bad, because a queue must be monitored

1. Verify
2. Enqueue

| Requirement | Tests |
|---|---|
| FR-001 | TC-1, TC-2 |

> HTML such as <b>this</b> stays text.

\`\`\`bash
npm install
\`\`\`
`

const markdown: Story = {
  name: 'Markdown',
  states: { filled: () => <Markdown label="Decision" text={DOCUMENT} /> },
}

export const documentStories: readonly Story[] = [fileTree, markdown]
