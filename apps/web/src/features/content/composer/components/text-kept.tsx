import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { EmptyState } from '../../../../components/ui/empty-state';
import { paths } from '../../../../config/paths';
import { adoptText, textsLeftOf, type LeftText } from '../model/draft-store';
import { sentences } from '../../../../lib/words/sentences';

/** Opens a text as a new post. */
export const OpenText = ({ userId, text, quiet }: { userId: string; text: LeftText; quiet?: boolean }) => {
  const navigate = useNavigate();
  const handleClick = () => {
    adoptText(userId, text);
    void navigate(paths.createPost.getHref(), { replace: !quiet });
  };
  return (
    <Button {...(quiet ? { variant: 'outline', size: 'sm' } : {})} onClick={handleClick}>
      {quiet ? t({ message: 'Open', context: 'verb' }) : t`Open your text`}
    </Button>
  );
};

interface GoneProps {
  userId: string;
  edited: { postId?: string; draftId?: string };
  title: string;
  why: string;
}

/** Replaces the form of a post or draft that is gone, and offers the text that was typed into it. */
export const Gone = ({ userId, edited, title, why }: GoneProps) => {
  const [text] = useState(() => textsLeftOf(userId, edited)[0]);
  return (
    <EmptyState
      role="alert"
      title={title}
      text={text ? sentences(why, t`What you typed here is kept.`) : why}
      action={text && <OpenText userId={userId} text={text} />}
    />
  );
};
