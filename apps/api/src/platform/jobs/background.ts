import type { Logger } from 'pino';

/** Something that runs beside the requests and can be told to end. */
export interface Disposable {
  name: string;
  dispose(): Promise<void> | void;
}

/** What runs beside the requests; ended in reverse order of registration. */
export class Background {
  private readonly disposables: Disposable[] = [];

  constructor(private readonly log: Logger) {}

  register(disposable: Disposable): void {
    this.disposables.push(disposable);
  }

  /** Ends everything; one that fails does not keep the others from ending. */
  async dispose(): Promise<void> {
    for (const disposable of this.disposables.splice(0).reverse()) {
      try {
        await disposable.dispose();
      } catch (error) {
        this.log.error({ err: error, name: disposable.name }, 'a background part did not end cleanly');
      }
    }
  }
}
