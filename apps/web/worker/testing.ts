/** What the tests need of a cache: entries by address, in the order of their coming. */
export class FakeCache {
  readonly entries = new Map<string, Response>();

  readonly match = (key: string): Promise<Response | undefined> =>
    Promise.resolve(this.entries.get(key)?.clone());
  readonly put = (key: string, response: Response): Promise<void> => {
    this.entries.set(key, response);
    return Promise.resolve();
  };
  readonly delete = (key: string): Promise<boolean> => Promise.resolve(this.entries.delete(key));
  readonly keys = (): Promise<string[]> => Promise.resolve([...this.entries.keys()]);

  /** As the worker takes it. */
  get asCache(): Cache {
    return this as unknown as Cache;
  }
}
