/** The parts of the archive's answers that the page uses. */
export interface Upload {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly state: string
  readonly ingestion: string | null
}

export interface UploadStatus extends Upload {
  readonly partBytes: number | null
  readonly partsDone: number | null
  readonly bytesTotal: number
  readonly bytesDone: number
  readonly conversations: Readonly<Record<string, number>>
  readonly etaSeconds: number | null
  readonly failure: string | null
  readonly unsupported: readonly {
    readonly file: string
    readonly index: number
    readonly count: number
    readonly keys: readonly string[]
  }[]
  readonly errors: readonly {
    readonly index: number
    readonly start: number
    readonly end: number
    readonly code: string
  }[]
}

export interface Summary {
  readonly id: string
  readonly title: string
  readonly vendor: string
  readonly model: string | null
  readonly updatedAt: string | null
  readonly messageCount: number
}

export interface Result {
  readonly conversation: Summary
  readonly hits: readonly {
    readonly messageIds: readonly string[]
    readonly snippet: {
      readonly text: string
      readonly highlights: readonly { readonly start: number; readonly end: number }[]
    }
  }[]
}

export interface Message {
  readonly id: string
  readonly parentId: string | null
  readonly role: string
  readonly author?: string
  readonly createdAt: string | null
  readonly hidden: boolean
  readonly branch: 'active' | 'other'
  readonly parts: readonly { readonly kind: string; readonly text: string; readonly name?: string }[]
}

export interface Conversation extends Summary {
  readonly messages: readonly Message[]
  readonly nextCursor: string | null
}

export interface Citation {
  readonly id?: string
  readonly conversationId: string
  readonly title: string
  readonly messageIds: readonly string[]
  readonly quote: string
  readonly createdAt: string | null
}

export interface Answer {
  readonly answer: string
  readonly refused: string | null
  readonly citations: readonly Citation[]
  readonly reasoning: readonly { readonly step: string; readonly detail: string }[]
}

export interface Notebook {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly instructions: string
  readonly version: number
  readonly sources: number
}

export interface Source {
  readonly id: string
  readonly uploadId: string
  readonly status: string
  readonly conversations: number
}

export interface Artifact {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly state: string
  readonly endedAt: string | null
  readonly stale: boolean
  readonly staleReasons?: readonly string[]
  readonly sections?: readonly {
    readonly key: string
    readonly heading: string
    readonly items: readonly {
      readonly label: string | null
      readonly text: string
      readonly citations: readonly Citation[]
    }[]
  }[]
}
