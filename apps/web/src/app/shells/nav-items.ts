import { Bell, Bot, House, Info, Mail, Search, type LucideIcon } from 'lucide-react';
import { paths } from '../../config/paths';

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
}

const home: NavItem = { label: 'Home', href: paths.home.getHref(), icon: House };
const search: NavItem = { label: 'Search', href: paths.search.getHref(), icon: Search };
const notifications: NavItem = { label: 'Notifications', href: paths.notifications.getHref(), icon: Bell };
const chatBot: NavItem = { label: 'Chat-bot', href: paths.chatBot.getHref(), icon: Bot };
const about: NavItem = { label: 'About Us', href: paths.about.getHref(), icon: Info };
const contact: NavItem = { label: 'Contact Us', href: paths.contact.getHref(), icon: Mail };

/** Items of the desktop and tablet sidebar (A §2.6). */
export const SIDEBAR_ITEMS: readonly NavItem[] = [home, search, notifications, chatBot, about, contact];

/** Items of the mobile More panel below Features (A §2.6). */
export const MORE_ITEMS: readonly NavItem[] = [notifications, chatBot, about, contact];

export const HOME_ITEM = home;
export const SEARCH_ITEM = search;
