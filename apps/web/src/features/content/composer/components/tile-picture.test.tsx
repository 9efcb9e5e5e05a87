import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { plainMedia } from '@social-feed/contracts';
import { AttachmentTile } from './attachment-tile';
import type { Attachment } from '../model/attachments';

vi.mock('../../../../lib/words/answers', () => ({
  loadAnswers: () => Promise.resolve(),
  inLanguage: (message: string) => `${message} (de)`,
}));

const renderTile = (fields: Partial<Attachment>) => {
  const attachment: Attachment = {
    key: 'a',
    name: 'broken.jpg',
    media: plainMedia('image', 'https://pictures.example/broken.jpg'),
    state: 'waiting',
    share: 0,
    ...fields,
  };
  const actions = {
    onRemove: vi.fn(),
    onRetry: vi.fn(),
    onMove: vi.fn(),
    onDescribe: vi.fn(),
    onCrop: vi.fn(),
  };
  render(<AttachmentTile attachment={attachment} index={0} place={1} of={1} {...actions} />);
};
const UNSHOWN = 'This picture cannot be shown';

describe('tile of a picture that the browser cannot show', () => {
  it('shows only one message, that it waits, while waiting', () => {
    renderTile({ state: 'waiting' });
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText('Waiting')).toBeVisible();
    expect(screen.queryByText(UNSHOWN)).not.toBeInTheDocument();
  });

  it('says so once it is uploaded', () => {
    renderTile({ state: 'done', share: 1 });
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByText(UNSHOWN)).toBeVisible();
  });
});

describe('tile of a file that the server changed', () => {
  it('shows what was changed, in the language of the page', () => {
    const note = 'The sound was left out: browsers cannot play ALAC.';
    renderTile({ state: 'done', share: 1, note });
    expect(screen.getByText(`${note} (de)`)).toBeVisible();
  });
});
