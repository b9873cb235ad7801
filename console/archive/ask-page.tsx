import { PageHead } from '@signet/ui'
import { archive } from '../api/archive.ts'
import { ArchiveTabs } from './archive-tabs.tsx'
import { Chat } from './chat.tsx'

const EVENTS = 'text/event-stream'

export const AskPage = () => (
  <div class="stack">
    <PageHead title="Archive" about="Answers from your conversations only. Each sentence cites its source." />
    <ArchiveTabs current="/archive/ask" />
    <Chat ask={(question, history) => archive.askArchive.stream({ question, history, accept: EVENTS })}>
      Answers appear here. Ask a question about your conversations.
    </Chat>
  </div>
)
