interface ModalState {
  open: boolean
}

interface HeadlessModal {
  open(): Promise<void>
  close(): Promise<void>
  subscribeState(listener: (state: ModalState) => void): () => void
  showErrorMessage(message: string): void
}

export function createAppKit(): HeadlessModal
