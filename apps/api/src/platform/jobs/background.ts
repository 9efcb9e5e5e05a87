import type { Logger } from 'pino';

/** Something that runs beside the requests and can be told to end. */
export interface Disposable {
  name: string;
  dispose(): Promise<void> | void;
}

/** What runs beside the requests, so that all of it can be ended. */
export class Background {
  private readonly disposables: Disposable[] = [];

  constructor(private readonly log: Logger) {}

  register(disposable: Disposable): void {
    this.disposables.push(disposable);
  }

  /** Ends everything at once; one that fails does not keep the others from ending. */
  async dispose(): Promise<void> {
    const end = async (disposable: Disposable) => {
      try {
        await disposable.dispose();
      } catch (error) {
        this.log.error({ err: error, name: disposable.name }, 'a background part did not end cleanly');
      }
    };
    await Promise.all(this.disposables.splice(0).map(end));
  }
}
